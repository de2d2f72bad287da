import { render, screen, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { Markdown } from "./markdown";
import { RenderedMarkdown } from "./rendered-markdown";

const draw = (text: string) => render(<RenderedMarkdown text={text} />).container;

describe("guidelines in Markdown", () => {
  test("show their text at once and their headings when the renderer has loaded", async () => {
    const { container } = render(<Markdown text={"# Before you start\nRead."} />);
    expect(container.textContent).toBe("# Before you start\nRead.");
    expect((await screen.findByRole("heading", { name: "Before you start" })).tagName).toBe("H3");
    expect(container.textContent).not.toContain("#");
  });

  test("render headings, lists, emphasis, code and links", () => {
    draw(
      "# Before you start\n\nRead **both** texts, *slowly*.\nThen score `1` to `5`.\n\n- one\n- two\n  - two and a half\n\n3. third\n4. fourth\n\n[The paper](https://example.org/a)",
    );
    expect(screen.getByRole("heading", { name: "Before you start" }).tagName).toBe("H3");
    expect(screen.getByText("both").tagName).toBe("STRONG");
    expect(screen.getByText("slowly").tagName).toBe("EM");
    expect(screen.getByText("5").tagName).toBe("CODE");
    const lists = screen.getAllByRole("list");
    expect(lists.map((list) => list.tagName)).toEqual(["UL", "UL", "OL"]);
    expect(within(lists[1] ?? document.body).getByText("two and a half")).toBeDefined();
    expect(lists[2]?.getAttribute("start")).toBe("3");
    const link = screen.getByRole("link", { name: "The paper" });
    expect(link.getAttribute("href")).toBe("https://example.org/a");
    expect(link.getAttribute("rel")).toContain("noopener");
  });

  test("may contain a table", () => {
    draw("| score | meaning |\n| --- | --- |\n| 1 | unusable |\n| 5 | faultless |");
    expect(screen.getAllByRole("columnheader").map((cell) => cell.textContent)).toEqual(["score", "meaning"]);
    expect(screen.getByRole("cell", { name: "faultless" })).toBeDefined();
  });

  test("cannot contain HTML", () => {
    const container = draw('<img src=x onerror="alert(1)">\n\n<script>alert(2)</script>\n\nA <b onclick="alert(3)">word</b>');
    expect(container.querySelectorAll("img, script, b")).toHaveLength(0);
    expect(container.textContent).toContain('<img src=x onerror="alert(1)">');
    expect(container.textContent).toContain("<script>alert(2)</script>");
  });

  test("link only to the web and to mail addresses", () => {
    const refused = [
      "javascript:alert(1)",
      "JaVaScRiPt:alert(1)",
      "&#106;avascript:alert(1)",
      "data:text/html,x",
      "vbscript:x",
      "//evil",
      "/settings",
    ];
    const container = draw(refused.map((href, index) => `[press ${index}](${href}) <${href}>`).join("\n\n"));
    expect(container.querySelectorAll("a")).toHaveLength(0);
    for (const index of refused.keys()) expect(container.textContent).toContain(`press ${index}`);
    draw("[write](mailto:a@example.org)");
    expect(screen.getByRole("link", { name: "write" }).getAttribute("href")).toBe("mailto:a@example.org");
  });

  test("load no image from elsewhere, but link to it", () => {
    const container = draw("![the scale](https://example.org/scale.png) ![bad](javascript:alert(1))");
    expect(container.querySelectorAll("img")).toHaveLength(0);
    expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual(["https://example.org/scale.png"]);
    expect(container.textContent).toBe("the scale bad");
  });

  test("keep the line breaks of a paragraph, and characters that are not markup", () => {
    const container = draw("1 * 2 * 3 and snake_case_name\nsecond line");
    expect(container.querySelectorAll("em, strong")).toHaveLength(0);
    expect(container.querySelectorAll("br")).toHaveLength(1);
    expect(container.textContent).toBe("1 * 2 * 3 and snake_case_name\nsecond line");
  });

  test("keep code as it was typed, even when its fence is never closed", () => {
    const container = draw("```\n# no heading\n**x**");
    expect(container.querySelector("pre")?.textContent).toBe("# no heading\n**x**\n");
    expect(container.querySelector("h3, strong")).toBeNull();
  });

  test("are shown as typed when their nesting is too deep to render", async () => {
    const reported = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const text = `${"> ".repeat(3500)}deep`;
    const { container } = render(<Markdown text={text} />);
    await vi.waitFor(() => expect(reported).toHaveBeenCalled(), 15_000);
    expect(container.textContent).toBe(text);
    reported.mockRestore();
  }, 20_000);

  test("may be long or full of unpaired marks", () => {
    expect(draw(`${"- ".repeat(100)}deep`).textContent?.trim()).toBe("deep");
    expect(draw("word *".repeat(1000)).textContent).toContain("word *word");
    expect(draw("a **".repeat(1000)).textContent).toContain("a **a");
  });
});
