import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { processorMs } from "@/lib/testing/processor-time";
import { fillPrompt, promptProblems } from "./fill-prompt";

describe("a prompt is filled", () => {
  test("at every placeholder, with nothing if there is no value", () => {
    expect(fillPrompt("{{a}} and {{a}}, {{b}}{{c}}{{d}}.", { a: "one", b: "two", c: null, d: undefined })).toBe("one and one, two.");
  });

  test("and a part that is never closed stays as it is written, without being looked for again and again", () => {
    expect(fillPrompt("{{#a}}x{{#b}}y{{/b}}", { a: "1", b: "2" })).toBe("{{#a}}xy");
    const text = "{{#b}}".repeat(100_000);
    expect(processorMs(() => fillPrompt(text, { b: "2" }))).toBeLessThan(2000);
  });

  test.each(["{{secret}}", "{{#b}}x{{/b}}", "{{/a}}", "{{#a}}", "$&", "$1", "{{a}}"])(
    "with the value %j unchanged: it is text, not a placeholder",
    (value) => {
      expect(fillPrompt("[{{a}}] {{b}}", { a: value, b: "two", secret: "no" })).toBe(`[${value}] two`);
      expect(fillPrompt("{{#a}}[{{a}}]{{/a}} {{b}}", { a: value, b: "two", secret: "no" })).toBe(`[${value}] two`);
    },
  );

  test("without parts whose value is empty or absent", () => {
    const text = "{{#a}}A: {{a}}\n\n{{/a}}{{#b}}B: {{b}}\n\n{{/b}}end";
    expect(fillPrompt(text, { a: "1", b: "" })).toBe("A: 1\n\nend");
    expect(fillPrompt(text, { b: "2" })).toBe("B: 2\n\nend");
    expect(fillPrompt(text, {})).toBe("end");
  });

  test("with parts inside parts", () => {
    const text = "{{#a}}a{{#b}}b{{#c}}c{{/c}}{{/b}}{{/a}}.";
    expect(fillPrompt(text, { a: "1", b: "1", c: "1" })).toBe("abc.");
    expect(fillPrompt(text, { a: "1", c: "1" })).toBe("a.");
    expect(fillPrompt(text, { b: "1", c: "1" })).toBe(".");
  });

  test("with at most one empty line where parts were left out, keeping a value's own empty lines", () => {
    expect(fillPrompt("a\n\n{{#b}}b{{/b}}\n\nc\n\n{{d}}", { d: "1\n\n\n\n2" })).toBe("a\n\nc\n\n1\n\n\n\n2");
  });

  test("and inserts any value unchanged", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (value) => {
        expect(fillPrompt("<{{a}}>", { a: value, b: "no" })).toBe(`<${value}>`);
      }),
    );
  });
});

describe("an edited prompt", () => {
  const prompt = { title: "", text: "", places: { input: "the input", note: "a note", json: "as JSON" }, required: ["input"] };

  test.each<[string, string, RegExp[]]>([
    ["can be used with all it needs", "{{input}} {{#note}}Note: {{note}}{{/note}}", []],
    ["can be used with parts inside parts", "{{input}}{{#note}}{{#json}}x{{/json}}{{/note}}", []],
    ["may use braces for other things", '{{input}} {"a": {"b": 1}} { {x} }', []],
    ["is empty", " \n", [/is empty/, /\{\{input\}\} \(the input\) is required/]],
    ["lacks a place that must be there", "{{note}}", [/\{\{input\}\} \(the input\) is required/]],
    [
      "names an unknown placeholder",
      "{{input}} {{imput}}",
      [/\{\{imput\}\} is not a placeholder of this prompt; use \{\{input\}\}, \{\{note\}\}, \{\{json\}\}/],
    ],
    ["has a placeholder with blanks", "{{input}} {{ note }}", [/\{\{ note \}\} is not a placeholder/]],
    ["names a part that is not known", "{{input}} {{#constructor}}x{{/constructor}}", [/\{\{constructor\}\} is not a placeholder/]],
    ["does not end a part", "{{input}} {{#note}}x", [/\{\{#note\}\} has no counterpart/]],
    ["ends a part that was not begun", "{{input}} {{/note}}", [/\{\{\/note\}\} has no counterpart/]],
  ])("%s", (_name, text, problems) => {
    const found = promptProblems(prompt, text);
    expect(found).toHaveLength(problems.length);
    for (const [index, problem] of problems.entries()) expect(found[index]).toMatch(problem);
  });
});
