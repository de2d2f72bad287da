import { render, screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { FormattedText } from "./formatted-text";
import { rangesIn } from "./text-ranges";

const show = (text: string, chat = false) => render(<FormattedText text={text} chat={chat} quotes={[]} />).container;

describe("a text in Markdown", () => {
  test("has tables, highlighted code and formulas", () => {
    const shown = show("| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nconst x = 1;\n```\n\nSo $x^2$, and \\[ y \\].");
    expect(screen.getAllByRole("cell").map((cell) => cell.textContent)).toEqual(["1", "2"]);
    expect(shown.querySelector(".hljs-keyword")?.textContent).toBe("const");
    expect(shown.querySelectorAll("math")).toHaveLength(2);
    expect(shown.querySelector("math msup")).not.toBeNull();
  });

  test("leaves prices alone", () => {
    const shown = show("It costs $5 and $10.");
    expect(shown.textContent).toBe("It costs $5 and $10.");
    expect(shown.querySelector("math")).toBeNull();
  });

  test.each([
    ["<script>alert(1)</script>"],
    ["<img src=x onerror=alert(1)>"],
    ["[a](javascript:alert(1))"],
    ["![a](https://tracker.example/x.png)"],
    ["$\\href{javascript:alert(1)}{x}$"],
    ["$\\includegraphics{https://tracker.example/x.png}$"],
    ["<iframe src='https://tracker.example'></iframe>"],
  ])("runs and loads nothing: %s", (text) => {
    const shown = show(`before ${text} after`);
    expect(shown.querySelector("script, img, iframe, object, embed, link, style, [onerror], [href^='javascript']")).toBeNull();
    expect(shown.textContent).toContain("before");
  });

  test("has a direction for each paragraph, line, heading and cell; code is read from the left", () => {
    const shown = show("# عنوان\n\nA text.\n\n- سطر\n\n| خلية | b |\n|---|---|\n| c | d |\n\n```js\nconst x = 1;\n```");
    const directions = (tag: string) => [...shown.querySelectorAll(tag)].map((block) => block.getAttribute("dir"));
    expect(["h3", "p", "li", "th", "td", "pre"].map((tag) => [tag, ...directions(tag)])).toEqual([
      ["h3", "auto"],
      ["p", "auto"],
      ["li", "auto"],
      ["th", "auto", "auto"],
      ["td", "auto", "auto"],
      ["pre", "ltr"],
    ]);
  });

  test("a formula that cannot be read is shown as its source", () => {
    expect(show("$\\frac{1}{$ after").textContent).toContain("after");
  });
});

test("a conversation is a list of turns, each in Markdown; a text that is none is Markdown", () => {
  show(
    JSON.stringify([
      { role: "user", content: "Why?" },
      { role: "assistant", content: "Because **so**." },
    ]),
    true,
  );
  expect(screen.getAllByRole("listitem").map((turn) => turn.textContent)).toEqual(["userWhy?", "assistantBecause so."]);
  expect(show("just *this*", true).querySelector("em")?.textContent).toBe("this");
});

describe("a quotation in a rendered text", () => {
  const found = (text: string, quote: string) => rangesIn(show(text), [quote])[0]?.map((range) => range.toString());

  test("is found across bold words, links and code", () => {
    expect(found("It is **very** [clear](https://example.org) in `code`.", "is very clear in code")).toEqual(["is very clear in code"]);
  });

  test("is found across the cells of a table and the lines of highlighted code", () => {
    expect(found("| one | two |\n|---|---|\n| three | four |", "three four")?.[0]?.replace(/\s+/g, "")).toBe("threefour");
    expect(found("```js\nconst a = 1;\nreturn a;\n```", "const a = 1; return")).toEqual(["const a = 1;\nreturn"]);
  });

  test("is not found in the source of a formula or where it is not", () => {
    expect(found("So $x^{2}$ grows", "x^{2}")).toEqual([]);
    expect(found("A text.", "another text")).toEqual([]);
  });

  test("is found in Arabic and Chinese", () => {
    expect(found("قال **مرحبا** ثم", "مرحبا ثم")).toEqual(["مرحبا ثم"]);
    expect(found("答案**很**好。", "很好")).toEqual(["很好"]);
  });
});
