package dev.hookline.schema.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqlStatementsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT ';'",
        "SELECT 'it''s; so'",
        "SELECT 'a\\';b'",
        "SELECT `a;b`, \"c;d\"",
        "SELECT 1 -- no; end\n + 1",
        "SELECT 1 // no; end\n + 1",
        "SELECT 1 # no; end\n + 1",
        "SELECT 1 #!no; end\n + 1",
        "SELECT 1 /* a; /* b; */ + 1",
        "SELECT $$a;'b$$, $x$;$$;$x$",
        "SELECT 'é;\n;'"
      })
  void aSemicolonInsideAQuoteOrCommentEndsNoStatement(String sql) {
    assertThat(SqlStatements.split(sql + ";\nSELECT 2;")).containsExactly(sql, "SELECT 2");
  }

  @Test
  void anApostropheInACommentBeginsNoText() {
    assertThat(SqlStatements.split("-- don't\nSELECT 1; /* don't */ SELECT 2"))
        .containsExactly("-- don't\nSELECT 1", "/* don't */ SELECT 2");
  }

  @Test
  void twoDashesInsideATextBeginNoComment() {
    assertThat(SqlStatements.split("SELECT '--'; SELECT '/*'; SELECT 1"))
        .containsExactly("SELECT '--'", "SELECT '/*'", "SELECT 1");
  }

  @Test
  void piecesOfBlanksAndCommentsAloneAreLeftOut() {
    assertThat(SqlStatements.split(";; -- nothing\n; SELECT 1 ; /* nothing */ ; -- at all"))
        .containsExactly("SELECT 1");
    assertThat(SqlStatements.split("")).isEmpty();
  }

  @Test
  void aDollarThatBeginsNoHeredocIsAnOrdinaryCharacter() {
    assertThat(SqlStatements.split("SELECT $1; SELECT $a b$; SELECT $"))
        .containsExactly("SELECT $1", "SELECT $a b$", "SELECT $");
  }

  @ParameterizedTest
  @ValueSource(strings = {"'a;", "\"a", "`a", "/* a", "$$ a", "$t$ a $$", "'a\\'"})
  void whatDoesNotEndIsRefusedWithItsLine(String open) {
    assertThatThrownBy(() -> SqlStatements.split("SELECT 1;\n\nSELECT " + open))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("line 3")
        .hasMessageContaining("has no end");
  }
}
