import { expect, test } from "vitest";
import { hasFormat, outputFormats } from "@/lib/domain/output-format";
import { temporaryDatabase } from "@/lib/testing/database";
import { ratedStudy } from "@/lib/testing/rated-study";
import { pool } from "./client";
import { addOutputFormats } from "./output-formats";
import { readReportData } from "./ratings";
import { listReportTasks } from "./report-tasks";

temporaryDatabase();

const texts: [text: string, formats: string][] = [
  ["One", ""],
  ["", ""],
  ["# Title\nText", "headings"],
  ["Text\n### Part\nText", "headings"],
  ["#hashtag, no. 4 # 5, and\n####### seven", ""],
  ["It is **very** good, **x** too", "bold"],
  ["**一番** 大事", "bold other-script"],
  ["2 ** 3 is 8\n4 ** 5 is more", ""],
  ["2 ** 3 is less than 4 ** 5, not ** 6", ""],
  ["**open\nclosed**", ""],
  ["```\ncode\n```", "code"],
  ["In `line` code", ""],
  ["So:\n- one\n- two", "list"],
  ["  * one", "list"],
  ["• eins\n• zwei", "list"],
  ["First:\n1. one\n2. two", "list"],
  ["Erstens:\r\n1. eins\r\n2. zwei", "list"],
  ["- ", ""],
  ["In 1.5 hours - or so - we go\n-5 degrees\n2026. ended", ""],
  ["I'm sorry, but no.", "refusal"],
  ["I’m very sorry, but no.", "refusal"],
  ["SORRY, no", "refusal"],
  ["As an AI, no", "refusal"],
  ["“I cannot do that.”", "refusal"],
  ["> I won't say", "refusal"],
  ["Unfortunately, I am not able to", "refusal"],
  ["I can see it", ""],
  ["He said: I cannot do that.", ""],
  ["Sorry is a word", ""],
  ["Это не по-английски", "other-script"],
  ["Δεν είναι αγγλικά", "other-script"],
  ["これは日本語です", "other-script"],
  ["هذه ليست الإنجليزية", "other-script"],
  ["यह अंग्रेज़ी नहीं है", "other-script"],
  ["Größe und Äpfel, déjà vu, ñandú", ""],
  ["Tôi không thể trả lời câu hỏi này", ""],
  ["👍🎉", ""],
  ["«Да», said “he”, and went on in English", ""],
  ["GPT-4は日本語です", "other-script"],
  ["Latin first. ".repeat(16) + "Потом по-русски. ".repeat(40), ""],
  ["# Привет всем\n- **раз и два**\n```", "headings bold code list other-script"],
  // What begins behind the first 2,000 characters is not looked at, however many bytes these are.
  [`${"a".repeat(1_992)}\n- **b**`, "bold list"],
  [`${"a".repeat(1_993)}\n- **b**`, "list"],
  [`${"é".repeat(1_992)}\n- **b**`, "bold list"],
  [`${"é".repeat(1_993)}\n- **b**`, "list"],
];

test("an output's form is what its text shows, of more samples than one statement reads", async () => {
  const { projectId, taskId } = await ratedStudy("pointwise", [1]);
  await pool().query(
    `insert into samples (task_id, external_id, position, input, output, input_key, content_hash)
     select $1::uuid, 'text ' || n, 10 + n, '', text, n::text, '' from unnest($2::text[]) with ordinality as given (text, n)
     union all select $1::uuid, 'more ' || n, 1000 + n, '', case when n % 3 = 0 then '# Three' else 'One' end, 'more ' || n, '' from generate_series(1, 8000) n`,
    [taskId, texts.map(([text]) => text)],
  );
  const { samples } = await addOutputFormats(await readReportData((await listReportTasks(projectId, null))[0] ?? expect.unreachable()));
  const found = samples.slice(4).map(({ format }) => outputFormats.filter((one) => hasFormat(format ?? -1, one)).join(" "));
  expect(texts.map(([text], at) => [text, found[at]])).toEqual(texts);
  const more = Array.from({ length: 8_000 }, (_, at) => ((at + 1) % 3 === 0 ? "headings" : ""));
  expect(found.slice(texts.length)).toEqual(more);
});

test("of pairs nothing is read", async () => {
  const { projectId } = await ratedStudy("pairwise", [1]);
  const data = await addOutputFormats(await readReportData((await listReportTasks(projectId, null))[0] ?? expect.unreachable()));
  expect(data.samples).toHaveLength(4);
  for (const sample of data.samples) expect(sample).not.toHaveProperty("format");
});
