import { expect, test } from "vitest";
import { safeError } from "./safe-error";

const secret = "The patient's name is Maria";
const withFields = (error: Error, fields: object) => Object.assign(error, fields);

test.each([
  [
    "a failing row",
    withFields(new Error('new row violates check constraint "c"'), { code: "23514", detail: `Failing row contains (${secret}).` }),
  ],
  ["a value of the wrong type", withFields(new Error(`invalid input syntax for type integer: "${secret}"`), { code: "22P02" })],
  ["an exception of the database", withFields(new Error(secret), { code: "P0001" })],
  ["an unreadable reply", new SyntaxError(`Unexpected token, ${secret} is not valid JSON`)],
  ["a plain error", new Error(secret)],
  ["quotation marks within quotation marks", new TypeError(`cannot read "a "${secret}" b"`)],
  ["text in a code", withFields(new Error("x"), { code: secret })],
  ["text in a name", withFields(new Error("x"), { name: secret })],
  ["text that looks like a stack", new Error(`first\n    at ${secret} (file.ts:1:1)`)],
  ["text in a cause", new Error("x", { cause: new Error("y", { cause: new Error(secret) }) })],
  ["text in an added field", withFields(new Error("x"), { reply: secret, error: { message: secret }, headers: { authorization: secret } })],
])("%s is not in the log", (_, error) => {
  const said = safeError(error);
  expect(JSON.stringify(said)).not.toContain("Maria");
  expect(JSON.stringify(said)).not.toContain("patient");
});

test("what is not an error is named by its type", () => {
  expect(safeError(secret)).toEqual({ type: "string", at: [] });
});

test("what an operator needs is kept: code, constraint, place, the system's and the language's own words", () => {
  const duplicate = withFields(new Error(`duplicate key`), {
    code: "23505",
    constraint: "users_email_key",
    table: "users",
    detail: secret,
  });
  expect(safeError(duplicate)).toEqual({
    type: "Error",
    code: "23505",
    table: "users",
    constraint: "users_email_key",
    at: expect.arrayContaining([expect.stringContaining("safe-error.test.ts")]),
  });
  const refused = withFields(new Error("connect ECONNREFUSED 127.0.0.1:5432"), { code: "ECONNREFUSED" });
  expect(safeError(refused).message).toBe("connect ECONNREFUSED 127.0.0.1:5432");
  expect(safeError(new TypeError("Cannot read properties of undefined (reading 'id')")).message).toBe(
    "Cannot read properties of undefined (reading …)",
  );
  expect(safeError(new Error("timeout exceeded when trying to connect")).message).toBe("timeout exceeded when trying to connect");
});
