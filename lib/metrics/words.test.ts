import { expect, test } from "vitest";
import { foldText, splitWords } from "./words";

test("words are runs of letters, marks and digits, in any script", () => {
  expect(splitWords("It's 20°C, isn't_it?")).toEqual(["It", "s", "20", "C", "isn", "t", "it"]);
  expect(splitWords("Дождь идёт — да!")).toEqual(["Дождь", "идёт", "да"]);
  expect(splitWords("e\u0301te\u0301 fini")).toEqual(["e\u0301te\u0301", "fini"]);
  expect(splitWords("बारिश हो रही है")).toEqual(["बारिश", "हो", "रही", "है"]);
  expect(splitWords("비가 온다")).toEqual(["비가", "온다"]);
  expect(splitWords("می\u200cخواهم بروم")).toEqual(["می\u200cخواهم", "بروم"]);
});

test("where a script has no spaces each letter with its marks is a word", () => {
  expect(splitWords("今天20度 sunny。")).toEqual(["今", "天", "20", "度", "sunny"]);
  expect(splitWords("ラーメンを食べる")).toEqual([..."ラーメンを食べる"]);
  expect(splitWords("ที่นี่")).toEqual(["ที่", "นี่"]);
});

test("a text of signs and emoji has no words", () => {
  expect(splitWords("❤️ … — 👩‍🚀!")).toEqual([]);
  expect(splitWords("")).toEqual([]);
});

test("folding makes case, composition and width alike and leaves the rest", () => {
  expect(foldText("ＡＢＣ１２！ E\u0301T\u00c9")).toBe("abc12! \u00e9t\u00e9");
  expect(foldText("10²")).toBe("10²");
});
