import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./paths.mjs";
import { failuresIn } from "./stages.mjs";

const file = (name: string, status: string, tests: [string, string, string?][], message?: string) => ({
  name: join(root, name),
  status,
  message,
  assertionResults: tests.map(([fullName, outcome, failure]) => ({
    fullName,
    status: outcome,
    failureMessages: failure === undefined ? [] : [failure],
  })),
});

test("failed tests, and those that passed at a second try, are named with their file and the start of what they said; a file that did not load too", () => {
  const long = Array.from({ length: 40 }, (_, line) => `line ${line}`).join("\n");
  expect(
    failuresIn([
      file("lib/a.test.ts", "passed", [["adds", "passed"]]),
      file("lib/b.test.ts", "failed", [
        ["adds", "passed"],
        ["waits", "passed", "Error: timed out"],
        ["divides", "failed", `Error: 3 is not 4\n${long}`],
      ]),
      file("lib/c.test.ts", "failed", [], "SyntaxError: unexpected token"),
    ]),
  ).toEqual([
    "FLAKY, passed at its second try: lib/b.test.ts > waits\nError: timed out",
    `FAILED lib/b.test.ts > divides\nError: 3 is not 4\n${Array.from({ length: 11 }, (_, line) => `line ${line}`).join("\n")}`,
    "FAILED lib/c.test.ts\nSyntaxError: unexpected token",
  ]);
});
