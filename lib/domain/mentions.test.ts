import { expect, test } from "vitest";
import { showMentions, storeMentions } from "./mentions";

const people = [
  { userId: "u1", called: "Ann" },
  { userId: "u2", called: "Ann Lee" },
  { userId: "u3", called: "José (lab)" },
];

test("a name after @ becomes its member's id, the longest name first, whatever its case", () => {
  expect(storeMentions("@ann lee and @Ann, see @José (lab).", people)).toEqual({
    text: "@[u2] and @[u1], see @[u3].",
    userIds: ["u2", "u1", "u3"],
  });
});

test("a longer word, an e-mail address and an unknown name mention nobody", () => {
  const text = "@Annabel, ann@example.org, @Bob";
  expect(storeMentions(text, people)).toEqual({ text, userIds: [] });
  expect(storeMentions("@Ann", [])).toEqual({ text: "@Ann", userIds: [] });
});

test("two members with one name are both mentioned", () => {
  const twins = [...people, { userId: "u4", called: "Ann" }];
  expect(storeMentions("@Ann!", twins)).toEqual({ text: "@[u1] @[u4]!", userIds: ["u1", "u4"] });
});

test("each reader sees the name by which they know the member, and a typed id stays as it is", () => {
  expect(showMentions("@[u1] and @[u9]", (id) => (id === "u1" ? "P7" : null))).toBe("@P7 and @[u9]");
});
