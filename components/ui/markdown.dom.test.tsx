import { render, screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { Markdown } from "./markdown";
import { parseInline, parseMarkdown } from "./parse-markdown";

describe("guidelines in Markdown", () => {
  test("become headings, lists, emphasis, code and links", () => {
    render(
      <Markdown
        text={
          "# Before you start\n\nRead **both** texts, *slowly*.\nThen score `1` to `5`.\n\n- one\n- two\n  - two and a half\n\n3. third\n4. fourth\n\n[The paper](https://example.org/a)"
        }
      />,
    );
    expect(screen.getByRole("heading", { name: "Before you start" })).toBeDefined();
    expect(screen.getByText("both").tagName).toBe("STRONG");
    expect(screen.getByText("slowly").tagName).toBe("EM");
    expect(screen.getByText("5").tagName).toBe("CODE");
    const lists = screen.getAllByRole("list");
    expect(lists.map((list) => list.tagName)).toEqual(["UL", "UL", "OL"]);
    expect(within(lists[1] ?? document.body).getByText("two and a half")).toBeDefined();
    expect(lists[2]?.getAttribute("start")).toBe("3");
    expect(screen.getByRole("link", { name: "The paper" }).getAttribute("href")).toBe("https://example.org/a");
  });

  test("cannot bring HTML or a script's address with them", () => {
    const { container } = render(
      <Markdown
        text={
          '<img src=x onerror="alert(1)">\n\n[press](javascript:alert(1)) [me](data:text/html,x) [too](/\\evil)\n\n<script>alert(2)</script>'
        }
      />,
    );
    expect(container.querySelectorAll("img, script, a")).toHaveLength(0);
    expect(container.textContent).toContain('<img src=x onerror="alert(1)">');
    expect(container.textContent).toContain("[press](javascript:alert(1))");
  });

  test("keep the line breaks of a paragraph and what is no markup", () => {
    const { container } = render(<Markdown text={"1 * 2 * 3 and snake_case_name\nsecond line"} />);
    expect(container.querySelectorAll("em, strong")).toHaveLength(0);
    expect(container.querySelectorAll("br")).toHaveLength(1);
    expect(container.textContent).toBe("1 * 2 * 3 and snake_case_namesecond line");
  });
});

describe("the parser", () => {
  test("keeps a list whose items are apart together, and ends it at the next paragraph", () => {
    expect(parseMarkdown("- a\n\n- b\n\nafter").map(({ kind }) => kind)).toEqual(["list", "paragraph"]);
  });

  test("takes code as it stands, also when nobody closed it", () => {
    expect(parseMarkdown("```\n# no heading\n**x**")).toEqual([{ kind: "code", text: "# no heading\n**x**" }]);
  });

  test("bears any depth and any length", () => {
    expect(parseMarkdown(`${"> ".repeat(5000)}deep`)).toHaveLength(1);
    expect(parseInline("**".repeat(2000)).length).toBeGreaterThan(0);
    expect(parseMarkdown("word *".repeat(3000))).toHaveLength(1);
  });

  test("takes a backslash before a mark for the mark", () => {
    expect(parseInline("\\*not emphasis\\*")).toEqual([
      { kind: "text", text: "*" },
      { kind: "text", text: "not emphasis" },
      { kind: "text", text: "*" },
    ]);
  });
});
