import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const sources = ["app", "pages", "lib"]
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)))
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && file !== join("lib", "log.ts"))
  .concat("instrumentation-node.ts")
  // Others call something else of that name.
  .filter((file) => /import \{[^}]*\blog\b[^}]*\} from "@\/lib\/log"/.test(readFileSync(join(root, file), "utf8")));

/** Fields that hold an id, a code or a number; `err` is cut by safeError. */
const fields = [
  "requestId",
  "method",
  "route",
  "status",
  "ms",
  "code",
  "err",
  "job",
  "kind",
  "run",
  "sample",
  "judge",
  "taskId",
  "workers",
];
const allowed = [...fields, "replyCharacters", "rows", "backup", "watch", "webhook", "export", "deleted", "connections", "idle", "reason"];

const calls = sources.flatMap((file) =>
  [
    ...readFileSync(join(root, file), "utf8").matchAll(/\blog(?:\.(?:fatal|error|warn|info|debug|trace)|\[[^\]]+\])\(([\s\S]*?)\);?\n/g),
  ].map((call) => ({
    file,
    text: call[1] ?? "",
  })),
);

test("every call of the log has named fields that hold no text, and a message that is written in the code", () => {
  expect(calls.length).toBeGreaterThan(12);
  const bad = calls.filter(({ text }) => {
    const parts = /^\s*(?:\{([\s\S]*)\},\s*)?"[^"]*"\)*;?\}*\)*,?\s*$/.exec(text.trim());
    if (parts === null) return true;
    const names = (parts[1] ?? "").replaceAll(/\.\.\.\(.*?\? (\{.*?\}) : \{\}\)/g, (_, inner: string) => inner.slice(1, -1));
    return names
      .split(",")
      .map((one) => one.split(":")[0]?.trim() ?? "")
      .filter((name) => name !== "")
      .some((name) => !allowed.includes(name));
  });
  expect(bad).toEqual([]);
});
