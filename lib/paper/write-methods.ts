import { literature, type Work, type WorkKey } from "@/lib/domain/literature";
import { type Place, placesOfWorks } from "@/lib/domain/literature-places";
import { type Claim, citedIn } from "./claim";
import { engineNote, latexText } from "./to-latex";
import { markdownText } from "./to-markdown";

/** Methods as Markdown with Pandoc's citations, then the works as BibTeX. */
export function methodsAsMarkdown(claims: readonly Claim[]): string {
  const text = claims.map(({ text: sentence, cites }) =>
    beforeStop(markdownText(sentence), cites.length === 0 ? "" : ` [${cites.map((key) => `@${key}`).join("; ")}]`),
  );
  const works = citedIn(claims);
  return `${text.join(" ")}\n${works.length === 0 ? "" : `\n\`\`\`bibtex\n${toBibtex(works)}\`\`\`\n`}`;
}

/** Methods as LaTeX with natbib's citations, then the works as BibTeX in a comment. */
export function methodsAsLatex(claims: readonly Claim[]): string {
  const text = claims.map(({ text: sentence, cites }) =>
    beforeStop(latexText(sentence), cites.length === 0 ? "" : `~\\citep{${cites.join(",")}}`),
  );
  return `${engineNote(text.join("\n"))}${text.join("\n")}\n`;
}

/** Puts a citation before the last stop. */
const beforeStop = (sentence: string, citation: string) =>
  sentence.endsWith(".") ? `${sentence.slice(0, -1)}${citation}.` : `${sentence}${citation}`;

const venueOf = { article: "journal", book: "publisher", inproceedings: "booktitle", misc: "howpublished" } as const;

/** Works as BibTeX. Titles are in braces twice, so that styles keep their capitals. */
export const toBibtex = (keys: readonly WorkKey[]): string =>
  keys.map((key) => entry(key, { ...literature[key], ...placesOfWorks[key] })).join("");

function entry(key: WorkKey, { type, authors, year, title, in: venue, volume, number, pages, doi, arxiv }: Work & Place): string {
  const fields: [string, string | undefined][] = [
    ["author", latexText(authors.join(" and "))],
    ["title", `{${latexText(title)}}`],
    ["year", String(year)],
    [venueOf[type], venue && latexText(venue)],
    ...([
      ["volume", volume],
      ["number", number],
      ["pages", pages],
      ["doi", doi],
    ] satisfies [string, string | undefined][]),
    ...(arxiv === undefined
      ? []
      : ([
          ["eprint", arxiv],
          ["archiveprefix", "arXiv"],
        ] satisfies [string, string][])),
  ];
  const lines = fields.flatMap(([name, value]) => (value === undefined ? [] : [`  ${name} = {${value}},`]));
  return `@${type}{${key},\n${lines.join("\n")}\n}\n`;
}
