import { expect, test } from "vitest";
import { codeFor } from "./code-for";

test("a new reason's code is made of its label's words, and is never one that is taken", () => {
  expect(codeFor("Beside the point!", [])).toBe("beside-the-point");
  expect(codeFor("Überflüssig", [])).toBe("uberflussig");
  expect(codeFor("", ["reason", "reason-2"])).toBe("reason-3");
  expect(codeFor("是", [])).toBe("reason");
  expect(codeFor("word ".repeat(40), []).length).toBeLessThanOrEqual(64);
});
