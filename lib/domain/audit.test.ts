import { expect, test } from "vitest";
import { changedFields } from "./audit";
import { verbWords } from "./audit-words";

test("only fields that change are logged, with old and new values", () => {
  expect(changedFields({ a: 1, b: [1], c: "same" }, { a: 2, b: [1], c: "same", d: undefined })).toEqual({
    before: { a: 1 },
    after: { a: 2 },
  });
  expect(changedFields(null, { a: 0 })).toEqual({ before: { a: null }, after: { a: 0 } });
});

test("an object whose keys are in another order has not changed", () => {
  expect(changedFields({ pay: { currency: "EUR", perHour: 12 } }, { pay: { perHour: 12, currency: "EUR" } }).after).toEqual({});
  const changed = changedFields({ list: [{ a: 1, b: 2 }] }, { list: [{ b: 3, a: 1 }] });
  expect(changed).toEqual({ before: { list: [{ a: 1, b: 2 }] }, after: { list: [{ b: 3, a: 1 }] } });
});

test("an event of an older version is shown with its verb as it is", () => {
  expect([verbWords("task.update"), verbWords("task.frobnicate")]).toEqual(["changed a task", "task.frobnicate"]);
});
