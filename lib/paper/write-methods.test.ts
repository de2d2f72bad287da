import { describe, expect, test } from "vitest";
import { methodsAsLatex, methodsAsMarkdown, toBibtex } from "./write-methods";

describe("methods as text", () => {
  const some = [
    { text: "Alpha & 95 % intervals.", cites: ["krippendorff2018", "hayes2007"] as const },
    { text: "Nothing cited.", cites: [] },
    { text: "Again.", cites: ["hayes2007"] as const },
  ];

  test("Markdown cites before the stop and lists each work once as BibTeX", () => {
    const text = methodsAsMarkdown(some);
    expect(text.split("\n")[0]).toBe("Alpha &amp; 95 % intervals [@krippendorff2018; @hayes2007]. Nothing cited. Again [@hayes2007].");
    expect(text.match(/@article\{hayes2007,/gu)).toHaveLength(1);
    expect(text.match(/@book\{krippendorff2018,/gu)).toHaveLength(1);
    expect(methodsAsMarkdown([{ text: "Nothing cited.", cites: [] }])).toBe("Nothing cited.\n");
    expect(methodsAsMarkdown([{ text: "Is it?", cites: ["hayes2007"] }])).toContain("Is it? [@hayes2007]\n");
  });

  test("names in Markdown are text: only what is cited is a citation", () => {
    const [line] = methodsAsMarkdown([{ text: "The judge *J* @knuth1984 $x$ <b> is a_b.", cites: ["li2023"] }]).split("\n");
    expect(line).toBe("The judge \\*J\\* \\@knuth1984 \\$x\\$ &lt;b\\> is a\\_b [@li2023].");
  });

  test("LaTeX says where pdfLaTeX does not know a name's characters", () => {
    expect(methodsAsLatex([{ text: "The judge 🙂 is new.", cites: [] }])).toMatch(/^% pdfLaTeX lacks .*\nThe judge 🙂 is new\.\n$/u);
  });

  test("LaTeX escapes the text and cites with natbib", () => {
    expect(methodsAsLatex(some)).toBe(
      "Alpha \\& 95 \\% intervals~\\citep{krippendorff2018,hayes2007}.\nNothing cited.\nAgain~\\citep{hayes2007}.\n",
    );
  });

  test("a work is BibTeX with its fields, and an arXiv number where it has one", () => {
    expect(toBibtex(["hayes2007"])).toBe(
      [
        "@article{hayes2007,",
        "  author = {Hayes, Andrew F. and Krippendorff, Klaus},",
        "  title = {{Answering the Call for a Standard Reliability Measure for Coding Data}},",
        "  year = {2007},",
        "  journal = {Communication Methods and Measures},",
        ...["  volume = {1},", "  number = {1},", "  pages = {77--89},", "  doi = {10.1080/19312450709336664},"],
        "}",
        "",
      ].join("\n"),
    );
    expect(toBibtex(["shi2024"])).toContain("  eprint = {2406.07791},\n  archiveprefix = {arXiv},\n");
    const all = toBibtex(["hayes2007", "dubois2024"]);
    expect(all).toBe(toBibtex(["hayes2007"]) + toBibtex(["dubois2024"]));
    for (const line of all.split("\n")) expect(line).toMatch(/^(@\w+\{\w+,| {2}\w+ = \{.+\},|\}|)$/u);
    expect(all).not.toContain("undefined");
  });
});
