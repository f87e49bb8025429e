package dev.hookline.jobs.normalise;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The paths that are wanted from a body, as a tree by field names, so that a streaming parser can
 * tell at each name whether to go in or to skip. A path is names joined by dots; names with dots in
 * them cannot be wanted.
 */
public final class PathTree {

  /** One name in the tree. */
  static final class Node {
    private final Map<String, Node> children = new HashMap<>();
    private final String path;
    private boolean wanted;
    private PathTree elements;
    private Predicate<Fields> kept = element -> false;

    private Node(String path) {
      this.path = path;
    }

    /** The child of a name, or null when nothing below it is wanted. */
    Node child(String name) {
      return children.get(name);
    }

    /** The node's own path from the root. */
    String path() {
      return path;
    }

    /** Whether the value itself is wanted. */
    boolean isWanted() {
      return wanted;
    }

    /** Whether anything below is wanted. */
    boolean isInner() {
      return !children.isEmpty();
    }

    /** What is wanted of each element of the array here, or null when nothing is. */
    PathTree elements() {
      return elements;
    }

    /** Whether an element is worth keeping. */
    boolean keeps(Fields element) {
      return kept.test(element);
    }
  }

  private final Node root = new Node("");

  private PathTree() {}

  /**
   * A tree of paths.
   *
   * @param paths names joined by dots
   * @return a tree to which {@link #withElements} may still add
   */
  public static PathTree of(Collection<String> paths) {
    PathTree tree = new PathTree();
    paths.forEach(path -> tree.node(path).wanted = true);
    return tree;
  }

  /**
   * Adds an array of objects. Only the elements that say yes are kept, so an array may be as long
   * as it likes.
   *
   * @param array the array's path
   * @param paths what is wanted of each element, from the element on
   * @param kept which elements to keep
   * @return this
   */
  public PathTree withElements(String array, List<String> paths, Predicate<Fields> kept) {
    Node node = node(array);
    node.elements = of(paths);
    node.kept = kept;
    return this;
  }

  Node root() {
    return root;
  }

  private Node node(String path) {
    Node node = root;
    for (String name : path.split("\\.", -1)) {
      String below = node == root ? name : node.path + "." + name;
      node = node.children.computeIfAbsent(name, key -> new Node(below));
    }
    return node;
  }
}
