import "server-only";
import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from "kysely";
import type { DB } from "@/generated/kysely/types";
import { type OutputFormat, outputFormats } from "@/lib/domain/output-format";
import type { ReportColumns } from "@/lib/domain/report-data";
import { db, readingApart } from "./client";
import { listedRows } from "./packed";

/** So many texts are read by one statement: a connection is never held for longer than a tenth of a second or so. */
const pieceSize = 4_000;

/**
 * Adds to the samples of report data what their outputs' texts show of their form (`format`), and returns the data. Apart from the rest, because it
 * looks at every text, which no reader of another chapter should wait for. Nothing is read of pairs. A text that has changed since the data were
 * read counts as it is now, and the data's version is no longer the newest.
 */
export async function addOutputFormats(data: ReportColumns): Promise<ReportColumns> {
  if (data.task.kind === "pairwise") return data;
  for (let from = 0; from < data.samples.length; from += pieceSize) {
    const piece = data.samples.slice(from, from + pieceSize);
    const formats = new Map((await readingApart(() => listFormats(piece))).map(({ id, format }) => [id, format]));
    for (const sample of piece) sample.format = formats.get(sample.id) ?? null;
  }
  return data;
}

// Counting characters takes longer than searching them, and 2,000 bytes have no more than 2,000 characters.
const textOf = (output: Expression<string>) =>
  sql<string>`case when octet_length(${output}) <= 2000 then ${output} else left(${output}, 2000) end`;

const startOf = (output: Expression<string>) => sql<string>`left(${output}, 200)`;

const listFormats = (of: readonly { id: string }[]) =>
  listedRows(
    db()
      .selectFrom((inner) =>
        inner
          .selectFrom("samples")
          .select("id")
          .select(({ ref }) => [textOf(ref("output")).as("text"), startOf(ref("output")).as("start")])
          .where(({ eb, ref }) => eb(ref("id"), "=", sql<string>`any(${`{${of.map(({ id }) => id).join(",")}}`}::uuid[])`))
          // Keeps PostgreSQL from computing both again wherever they are used.
          .offset(0)
          .as("piece"),
      )
      .select("id")
      .select(({ ref }) => maskOf(ref("text"), ref("start")).as("format")),
    ["id", "format"],
  );

/**
 * A search for a few characters takes a fraction of a pattern's time, which then sees only texts that have them. Of lists there is nothing to search
 * for that prose lacks; the pattern of refusals is held to the beginning and ends at its first letters. The other scripts' letters are those from
 * Greek on, without later blocks of Latin, symbols and emoji.
 */
function formsOf(text: Expression<string>, start: Expression<string>): Record<OutputFormat, RawBuilder<SqlBool>> {
  return {
    headings: sql`${text} like '%#%' and ${text} ~ '(?n)^#{1,6} +[^ ]'`,
    bold: sql`${text} like '%**%' and ${text} ~ '(?n)[*][*][^* ]([^*]*[^* ])?[*][*]'`,
    code: sql`${text} like '%\`\`\`%'`,
    list: sql`${text} ~ '(?n)^ *([-*•]|[0-9]{1,3}[.]) +[^ ]'`,
    refusal: sql`${start} ~* '^[^[:alnum:]]*((i.?m|i am) (very )?sorry|sorry,|i (can.?t|cannot|can not|am unable|am not able|won.?t)|as an ai|unfortunately, i (can|am))'`,
    "other-script": sql`octet_length(${start}) > 1.5 * char_length(${start}) and ${start} ~ '[\\u0370-\\u1DFF\\u3040-\\uD7FF]'`,
  };
}

function maskOf(text: Expression<string>, start: Expression<string>): RawBuilder<number> {
  const found = formsOf(text, start);
  return sql<number>`${sql.join(
    outputFormats.map((name, bit) => sql`case when ${found[name]} then ${sql.lit(1 << bit)} else 0 end`),
    sql` + `,
  )}`;
}

const { ref } = expressionBuilder<{ s: DB["samples"] }, "s">();

/** Whether the output of sample `s` has a form. */
export const hasForm = (form: OutputFormat) => formsOf(textOf(ref("s.output")), startOf(ref("s.output")))[form];
