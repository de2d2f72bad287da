import { expect, test } from "vitest";
import { readImports } from "./read-imports";

const from = (source: string) => readImports(source).imports.map((one) => one.from);

test("every way to import is read", () => {
  expect(
    from(`
      import "a";
      import b from "b";
      import type { C } from 'c';
      import d, {
        e,
      } from "d";
      export { f } from "f";
      export * as g from "g";
      export type { H } from "h";
      const i = await import("i");
      type J = import("j").J;
      const k = require("k");
      const l = import(\`l\`);
    `),
  ).toEqual(["a", "b", "c", "d", "f", "g", "h", "i", "j", "k", "l"]);
});

test("words in comments, texts, templates and regular expressions are not imports", () => {
  expect(
    from(`
      // import "a"
      /* import b from "b" */
      const c = 'import x from "c"';
      const d = \`import x from "d" \${e ? "from" : \`f "g"\`} from "h"\`;
      const i = /['"] from "i"/.test(text) ? "from" : "j";
      const k = a / b; const m = "l" / 2;
      object.import("m");
      array.from("n");
    `),
  ).toEqual([]);
});

test("an import whose target is computed is reported as unknown, with its line", () => {
  expect(readImports(`\nimport("a" + b);\nimport(name);\nimport(\`./\${name}\`);`).imports).toEqual([
    { from: "a", line: 2 },
    { from: null, line: 4 },
    { from: null, line: 3 },
  ]);
});

test("an apostrophe in the text of a page hides nothing after its line", () => {
  expect(from(`const page = <p>don't</p>;\nimport("a");`)).toEqual(["a"]);
});

test("the code that is left holds no texts and no comments, on the same lines", () => {
  const { code } = readImports(`a("Date.now()"); // Date.now()\nb(\`\n\${x}\`);\nc();`);
  expect(code).not.toContain("Date");
  expect(code.split("\n").findIndex((line) => line.includes("c()"))).toBe(3);
});
