import { describe, expect, it } from "vitest";
import { type ImportMapping, parseMapping } from "@/lib/domain/import-mapping";
import { readFileOf } from "@/lib/testing/read-file";

const mapped = (map?: string, ratings?: string): ImportMapping => {
  const mapping = parseMapping(map, ratings);
  if (typeof mapping === "string") throw new Error(mapping);
  return mapping;
};
const jsonl = (...rows: object[]) => rows.map((row) => JSON.stringify(row)).join("\n");

describe("--map and --ratings", () => {
  it("name fields and columns, series of columns, and commas in names", () => {
    expect(mapped("input=question, output=answers[0]", "wide:annotator1..3")).toEqual({
      fields: { input: "question", output: "answers[0]" },
      ratings: { per: "rater", columns: ["annotator1", "annotator2", "annotator3"] },
      guess: true,
    });
    expect(mapped("criterion==How clear\\, is it?").fields).toEqual({ criterion: "=How clear, is it?" });
    expect(mapped(undefined, "criteria:fluency,coherence").ratings).toEqual({ per: "criterion", columns: ["fluency", "coherence"] });
  });

  it.each([
    ["question", undefined, "is not FIELD=COLUMN"],
    ["inptu=question", undefined, '"inptu" is not a field'],
    ["input=a,input=b", undefined, "mapped twice"],
    [undefined, "annotator1", "neither wide:"],
  ])("%s %s is refused with a reason", (map, ratings, reason) => {
    expect(parseMapping(map, ratings)).toContain(reason);
  });
});

describe("columns without Redline's names", () => {
  it.each([
    ["question and answer", "question,answer\nQ,A\n", { input: "Q", output: "A" }],
    ["prompt and response with a model", "prompt,response,model\nQ,A,m\n", { input: "Q", output: "A", system: "m" }],
    ["semicolons", "question;answer\nQ;A\n", { input: "Q", output: "A" }],
    [
      "an instruction with its input",
      "instruction,input,output\nSum up.,Long text,Short\n",
      { input: "Sum up.\n\nLong text", output: "Short" },
    ],
    ["an instruction with an empty input", "instruction,input,output\nSum up.,,Short\n", { input: "Sum up.", output: "Short" }],
    ["two responses", "instruction,response1,response2\nQ,A,B\n", { input: "Q", output: "A", outputB: "B" }],
    ["reference and category", "id,question,answer,gold,category\nx,Q,A,R,c\n", { externalId: "x", reference: "R", subset: "c" }],
  ])("%s are recognised", async (_, csv, sample) => {
    const { samples, problems, warnings } = await readFileOf("f.csv", csv);
    expect(problems).toEqual([]);
    expect(samples).toMatchObject([sample]);
    expect(warnings).toContain("columns-guessed");
  });

  it("rows without an id are numbered in order, and a warning says so", async () => {
    const { samples, warnings } = await readFileOf("f.csv", "question,answer\nQ1,A1\nQ2,A2\n");
    expect(samples.map(({ externalId, row }) => [externalId, row])).toEqual([
      ["1", 2],
      ["2", 3],
    ]);
    expect(warnings).toEqual(["columns-guessed", "ids-numbered"]);
  });

  it("nested records, chat turns and paths are read", async () => {
    const langsmith = await readFileOf(
      "f.jsonl",
      jsonl({ id: "e1", inputs: { question: "Q" }, outputs: { answer: "A" }, metadata: { split: "test" } }),
    );
    expect(langsmith.samples).toMatchObject([{ externalId: "e1", input: "Q", output: "A", metadata: { metadata: { split: "test" } } }]);
    const langfuse = await readFileOf("f.jsonl", jsonl({ id: "d1", input: "Q", expectedOutput: "A", status: "ACTIVE" }));
    expect(langfuse.samples).toMatchObject([{ externalId: "d1", input: "Q", output: "A", reference: null }]);
    const nested = await readFileOf("f.jsonl", jsonl({ id: "d1", input: { query: "Q", lang: "en" }, expectedOutput: { reply: "A" } }));
    expect(nested.samples).toMatchObject([{ externalId: "d1", input: "Q", output: "A" }]);
    const unclear = await readFileOf("f.jsonl", jsonl({ id: "d1", input: { one: "Q", two: "R" }, output: "A" }));
    expect(unclear.problems).toMatchObject([{ row: 1, field: "input" }]);
    const messages = [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Q" },
      { role: "assistant", content: [{ type: "text", text: "A" }] },
    ];
    const openai = await readFileOf("f.jsonl", jsonl({ messages, topic: "t" }));
    expect(openai.samples).toMatchObject([{ input: "System: Be brief.\n\nUser: Q", output: "A", metadata: { topic: "t" } }]);
    const sharegpt = await readFileOf(
      "f.json",
      JSON.stringify([
        {
          id: "c",
          conversations: [
            { from: "human", value: "Q" },
            { from: "gpt", value: "A" },
          ],
        },
      ]),
    );
    expect(sharegpt.samples).toMatchObject([{ externalId: "c", input: "Q", output: "A" }]);
    const prompt = await readFileOf("f.jsonl", jsonl({ id: "1", input: [{ role: "user", content: "Q" }], output: "A" }));
    expect(prompt.samples).toMatchObject([{ input: "Q", output: "A" }]);
    const path = await readFileOf("f.jsonl", jsonl({ q: { text: "Q" }, answers: ["A", "B"] }), {
      mapping: mapped("input=q.text,output=answers[1]"),
    });
    expect(path.samples).toMatchObject([{ input: "Q", output: "B" }]);
  });

  it("a mapping goes before the guess, and takes a column away from it", async () => {
    const csv = "prompt,question,answer,response\nP,Q,A,R\n";
    expect((await readFileOf("f.csv", csv, { mapping: mapped("input=question") })).samples).toMatchObject([
      { input: "Q", output: "R", metadata: { prompt: "P", answer: "A" } },
    ]);
    const exact = { ...mapped("input=answer,output=question"), guess: false };
    expect((await readFileOf("f.csv", csv, { mapping: exact })).samples).toMatchObject([
      { input: "A", output: "Q", metadata: { response: "R" } },
    ]);
  });

  it("a missing column is one message that lists what was found", async () => {
    const { problems } = await readFileOf("f.csv", "id,questoin,anwser\n1,Q,A\n");
    expect(problems).toEqual([
      {
        file: "f.csv",
        row: 1,
        field: "input",
        message:
          'No column was found for "input" and "output". The file has: id, questoin, anwser. Say which it is: --map input=COLUMN,output=COLUMN, or on the import page.',
      },
    ]);
    const wrong = await readFileOf("f.csv", "id,input,output\n1,Q,A\n", { mapping: mapped("input=question", "wide:ann1..2") });
    expect(wrong.problems).toMatchObject([
      { row: 1, message: 'There is no column "question", "ann1", "ann2". The file has: id, input, output.' },
    ]);
  });

  it("problems of a row name the file's own column", async () => {
    const { problems } = await readFileOf("f.csv", "key,question,answer\n1,Q,A\n2,Q\u0000,A\n");
    expect(problems).toMatchObject([{ row: 3, field: "question" }]);
  });
});

describe("wide ratings", () => {
  it("annotator1, annotator2 … are raters; of pairs they count the outputs, and 0 is neither", async () => {
    const { samples, ratings } = await readFileOf("f.csv", "prompt,answer_a,answer_b,annotator1,annotator2,annotator3\nQ,A,B,1,2,0\n");
    expect(samples).toMatchObject([{ externalId: "1", outputB: "B", metadata: {} }]);
    expect(ratings.map(({ sampleId, criterion, rater, label }) => [sampleId, criterion, rater, label])).toEqual([
      ["1", "Preference", "annotator1", "1"],
      ["1", "Preference", "annotator2", "2"],
      ["1", "Preference", "annotator3", "tie"],
    ]);
  });

  it("columns are raters or criteria as said, of a sample beside them or of one named by its id; empty cells are none", async () => {
    const csv = "id,input,output,ann,ben\nx,Q,A,4,2\ny,Q,A,,3\n";
    const beside = await readFileOf("f.csv", csv, { mapping: mapped("criterion==Clear", "wide:ann,ben") });
    expect(beside.samples).toHaveLength(2);
    expect(beside.ratings.map(({ sampleId, criterion, rater, score }) => [sampleId, criterion, rater, score])).toEqual([
      ["x", "Clear", "ann", 4],
      ["x", "Clear", "ben", 2],
      ["y", "Clear", "ben", 3],
    ]);
    const alone = await readFileOf("f.csv", "item,who,fluency,tone\nx,Ann,5,warm\n", {
      mapping: mapped("sample_id=item,rater=who", "criteria:fluency,tone"),
    });
    expect(alone.problems).toEqual([]);
    expect(alone.ratings.map(({ sampleId, criterion, rater, score, label }) => [sampleId, criterion, rater, score, label])).toEqual([
      ["x", "fluency", "Ann", 5, null],
      ["x", "tone", "Ann", null, "warm"],
    ]);
  });
});
