package dev.hookline.sink.clickhouse.internal.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hookline.sink.clickhouse.internal.block.SealedBlock;
import dev.hookline.sink.clickhouse.internal.client.InsertOutcome.Failed;
import dev.hookline.sink.clickhouse.internal.client.InsertOutcome.Written;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class VerifiedBlocksTest {
  private static final Failed NO_ANSWER =
      new Failed(FailureKind.OUTCOME_UNKNOWN, 0, new IOException("no answer"));

  private final Server server = new Server();
  private final VerifiedBlocks blocks = new VerifiedBlocks(server, BlockViews.NONE, 0);
  private final SealedBlock block = ServerConnectionTest.block(3);
  private final String token = block.token().toString();

  @Test
  void successAtTheFirstAttemptIsBelieved() throws Exception {
    assertThat(blocks.insert(block)).isEqualTo(new Written());

    assertThat(server.looks).isZero();
  }

  @Test
  void successAfterAnUnseenEndIsBelievedWhenTheRowsAreThere() throws Exception {
    server.answers.add(NO_ANSWER);
    server.rows.add(3L);

    assertThat(blocks.insert(block)).isEqualTo(NO_ANSWER);
    assertThat(blocks.insert(block)).isEqualTo(new Written());

    assertThat(server.tokens).containsExactly(token, token);
    assertThat(server.looks).isEqualTo(1);
  }

  @Test
  void rowsThatShowUpAtTheSecondLookAreNotSentUnderAnotherToken() throws Exception {
    server.answers.add(NO_ANSWER);
    server.rows.addAll(List.of(0L, 3L));

    blocks.insert(block);
    assertThat(blocks.insert(block)).isInstanceOf(Failed.class);
    assertThat(blocks.insert(block)).isEqualTo(new Written());

    assertThat(server.tokens).containsExactly(token, token, token);
  }

  @Test
  void aBlockThatTheServerRemembersAndDoesNotHaveIsSentUnderAnotherToken() throws Exception {
    server.answers.add(NO_ANSWER);
    server.rows.addAll(List.of(0L, 0L));

    blocks.insert(block);
    blocks.insert(block);
    assertThat(blocks.insert(block)).isEqualTo(new Written());

    assertThat(server.tokens).containsExactly(token, token, token, token + "-1");
  }

  @Test
  void anUnseenEndUnderTheOtherTokenIsDoubtedLikeTheFirst() throws Exception {
    server.answers.addAll(List.of(NO_ANSWER, new Written(), new Written(), NO_ANSWER));
    server.rows.addAll(List.of(0L, 0L, 0L, 0L));

    blocks.insert(block);
    blocks.insert(block);
    assertThat(blocks.insert(block)).isEqualTo(NO_ANSWER);
    blocks.insert(block);
    assertThat(blocks.insert(block)).isEqualTo(new Written());

    assertThat(server.tokens)
        .containsExactly(
            token, token, token, token + "-1", token + "-1", token + "-1", token + "-2");
  }

  @Test
  void aTokenThatAnEarlierRunUsedAndTheServerRemembersIsNotBelievedEither() throws Exception {
    VerifiedBlocks restored =
        new VerifiedBlocks(server, BlockViews.NONE, block.sealedAtMillis() + 1);
    server.rows.addAll(List.of(0L, 0L, 0L, 0L));

    restored.insert(block);
    restored.insert(block);
    assertThat(restored.insert(block)).isEqualTo(new Written());

    assertThat(server.tokens).endsWith(token + "-1", token + "-2");
  }

  @Test
  void aServerThatCannotSayLeavesTheBlockInDoubt() throws Exception {
    server.answers.add(NO_ANSWER);
    server.rows.addAll(List.of(-1L, 3L));

    blocks.insert(block);
    assertThat(blocks.insert(block)).isInstanceOf(Failed.class);
    assertThat(blocks.insert(block)).isEqualTo(new Written());
  }

  @Test
  void theDoubtOfOneBlockIsNotTheNextOnes() throws Exception {
    server.answers.add(NO_ANSWER);
    blocks.insert(block);

    assertThat(blocks.insert(ServerConnectionTest.block(2))).isEqualTo(new Written());
    assertThat(server.looks).isZero();
  }

  @Test
  void aBlockFromBeforeARestoreIsDoubtedFromTheStart() throws Exception {
    VerifiedBlocks restored =
        new VerifiedBlocks(server, BlockViews.NONE, block.sealedAtMillis() + 1);
    server.rows.add(3L);

    assertThat(restored.insert(block)).isEqualTo(new Written());

    assertThat(server.looks).isEqualTo(1);
  }

  /** Answers as told, and with success and all rows when nothing was told. */
  private static final class Server implements BlockStore {
    private final Deque<InsertOutcome> answers = new ArrayDeque<>();
    private final Deque<Long> rows = new ArrayDeque<>();
    private final List<String> tokens = new ArrayList<>();
    private int looks;

    @Override
    public InsertOutcome insert(SealedBlock block, String deduplicationToken) {
      tokens.add(deduplicationToken);
      return answers.isEmpty() ? new Written() : answers.remove();
    }

    @Override
    public long rowsOf(SealedBlock block) throws QueryFailedException {
      looks++;
      long answer = rows.isEmpty() ? block.rows() : rows.remove();
      if (answer < 0) {
        throw new QueryFailedException(NO_ANSWER);
      }
      return answer;
    }
  }
}
