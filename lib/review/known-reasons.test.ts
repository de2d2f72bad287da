import { expect, test } from "vitest";
import { demandKnownReasons } from "./known-reasons";

const book = [
  { code: "made-up", label: "made up", retired: false },
  { code: "unclear", label: "unclear", retired: true },
];
const action = (id: string, reasonCode: string | null) => ({ id, reasonCode });

test("actions with reasons of the codebook, retired ones too, or without a reason are let through", () => {
  expect(() => demandKnownReasons(book, [action("1", "made-up"), action("2", null), action("3", "unclear")])).not.toThrow();
  expect(() => demandKnownReasons(book, [])).not.toThrow();
});

test("the first action with a reason that the codebook lacks is named, and where its reasons are", () => {
  const given = [action("1", "made-up"), action("2", null), action("3", "new"), action("4", "newer"), action("5", "new")];
  const message = 'This project has no reason "new". Its reasons are under Settings, Reasons.';
  expect(() => demandKnownReasons(book, given)).toThrow(
    expect.objectContaining({ code: "invalid_input", message, details: { actionId: "3" } }),
  );
});
