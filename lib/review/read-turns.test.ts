import { expect, test } from "vitest";
import { readTurns } from "./read-turns";

const two = [
  { role: "user", text: "Why?" },
  { role: "assistant", text: "Because **so**." },
];

test.each([
  [
    "OpenAI's list",
    JSON.stringify([
      { role: "user", content: "Why?" },
      { role: "assistant", content: "Because **so**." },
    ]),
  ],
  ["an object with messages", JSON.stringify({ messages: two.map(({ role, text }) => ({ role, content: text })) })],
  ["ShareGPT's list", JSON.stringify({ conversations: two.map(({ role, text }) => ({ from: role, value: text })) })],
  ["content in parts", JSON.stringify(two.map(({ role, text }) => ({ role, content: [{ type: "text", text }] })))],
  ["labelled paragraphs", "user: Why?\n\nassistant: Because **so**."],
  ["a text with blanks before its first label", " \nuser: Why?\n\nassistant: Because **so**."],
])("%s is read", (_name, text) => {
  expect(readTurns(text)).toEqual(two);
});

test("a bracket inside a labelled turn does not make it JSON", () => {
  expect(readTurns("User: [1]?\nBot: {2}")).toEqual([
    { role: "User", text: "[1]?" },
    { role: "Bot", text: "{2}" },
  ]);
});

test.each([
  ["Just a text."],
  ["User: one turn alone is a text"],
  ["A text.\nUser: says\nAssistant: hm"],
  ["[1, 2]"],
  ["{not json"],
  ["[]"],
  [""],
])("%j is not a conversation", (text) => {
  expect(readTurns(text)).toBeNull();
});
