/** A piece of a line. */
export type Inline =
  | { kind: "text" | "code"; text: string }
  | { kind: "strong" | "emphasis"; children: Inline[] }
  | { kind: "link"; href: string; children: Inline[] };

/** A paragraph or what stands in its place. `lines` are kept apart: who writes guidelines means their line breaks. */
export type Block =
  | { kind: "heading"; level: number; text: Inline[] }
  | { kind: "paragraph"; lines: Inline[][] }
  | { kind: "list"; ordered: boolean; start: number; items: Block[][] }
  | { kind: "quote"; blocks: Block[] }
  | { kind: "code"; text: string }
  | { kind: "rule" };

const heading = /^(#{1,6})\s+(.+?)\s*#*\s*$/;
const rule = /^ {0,3}([-*_])(?:\s*\1){2,}\s*$/;
const marker = /^( {0,3})([-*+]|\d{1,9}[.)])(\s+)(.*)$/;
const fence = /^ {0,3}(`{3,}|~{3,})/;
const quote = /^ {0,3}> ?/;

const deepest = 12;

/** The blocks of a Markdown text: headings, paragraphs, lists, quotes, code, rules. Anything else, HTML too, is text. */
export function parseMarkdown(text: string): Block[] {
  return blocksOf(text.replaceAll("\r\n", "\n").split("\n"), 0);
}

function blocksOf(lines: string[], depth: number): Block[] {
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? "";
    if (line.trim() === "") {
      at++;
      continue;
    }
    const [block, next] = blockAt(lines, at, depth);
    blocks.push(block);
    at = next;
  }
  return blocks;
}

/** The block that starts at a line, and the line after it. */
function blockAt(lines: string[], at: number, depth: number): [Block, number] {
  const line = lines[at] ?? "";
  const title = heading.exec(line);
  if (title) return [{ kind: "heading", level: title[1]?.length ?? 1, text: parseInline(title[2] ?? "") }, at + 1];
  if (rule.test(line)) return [{ kind: "rule" }, at + 1];
  if (fence.test(line)) return codeAt(lines, at);
  if (depth < deepest && quote.test(line)) return quoteAt(lines, at, depth);
  if (depth < deepest && marker.test(line)) return listAt(lines, at, depth);
  return paragraphAt(lines, at, depth);
}

function codeAt(lines: string[], at: number): [Block, number] {
  const end = fence.exec(lines[at] ?? "")?.[1]?.slice(0, 3) ?? "```";
  let close = at + 1;
  while (close < lines.length && !lines[close]?.trimStart().startsWith(end)) close++;
  return [{ kind: "code", text: lines.slice(at + 1, close).join("\n") }, close + 1];
}

function quoteAt(lines: string[], at: number, depth: number): [Block, number] {
  let end = at;
  while (end < lines.length && quote.test(lines[end] ?? "")) end++;
  const inner = lines.slice(at, end).map((line) => line.replace(quote, ""));
  return [{ kind: "quote", blocks: blocksOf(inner, depth + 1) }, end];
}

const isOrdered = (mark: string) => /\d/.test(mark);

function listAt(lines: string[], at: number, depth: number): [Block, number] {
  const first = marker.exec(lines[at] ?? "");
  const ordered = isOrdered(first?.[2] ?? "");
  const items: Block[][] = [];
  let next = at;
  while (next < lines.length) {
    const item = rule.test(lines[next] ?? "") ? null : marker.exec(lines[next] ?? "");
    if (!item || isOrdered(item[2] ?? "") !== ordered) break;
    const [inner, end] = itemAt(lines, next, item);
    items.push(blocksOf(inner, depth + 1));
    next = end;
  }
  return [{ kind: "list", ordered, start: ordered ? Number.parseInt(first?.[2] ?? "1", 10) : 1, items }, next];
}

/** The lines of a list item without its indent, and the line after it: what is indented under the marker belongs to it. */
function itemAt(lines: string[], at: number, item: RegExpExecArray): [string[], number] {
  const inner = [item[4] ?? ""];
  const indent = (item[1]?.length ?? 0) + 2;
  let next = at + 1;
  for (; next < lines.length; next++) {
    const line = lines[next] ?? "";
    const isBlank = line.trim() === "";
    const isInside = line.search(/\S/) >= indent;
    if (isBlank && !((lines[next + 1] ?? "").search(/\S/) >= indent)) break;
    if (!isBlank && !isInside) break;
    inner.push(line.slice(Math.min(indent, Math.max(0, line.search(/\S/)))));
  }
  while (lines[next]?.trim() === "" && marker.test(lines[next + 1] ?? "")) next++;
  return [inner, next];
}

function paragraphAt(lines: string[], at: number, depth: number): [Block, number] {
  const starts = (line: string) =>
    heading.test(line) || rule.test(line) || fence.test(line) || (depth < deepest && (quote.test(line) || marker.test(line)));
  let end = at + 1;
  while (end < lines.length && lines[end]?.trim() !== "" && !starts(lines[end] ?? "")) end++;
  return [{ kind: "paragraph", lines: lines.slice(at, end).map((line) => parseInline(line.trim())) }, end];
}

const spans =
  /`([^`]+)`|\[([^\]]+)\]\(([^()\s]+)\)|\*\*(?=\S)(.+?)(?<=\S)\*\*|__(?=\S)(.+?)(?<=\S)__(?!\w)|\*(?=[^\s*])(.+?)(?<=[^\s*])\*|(?<!\w)_(?=[^\s_])(.+?)(?<=[^\s_])_(?!\w)|\\([\\`*_[\]()#>+.!-])/;
const safe = /^(?:https?:\/\/|mailto:)/i;

/** Emphasis, code and links of a line. A link to anything but the web or an address stays text. */
export function parseInline(text: string, depth = 0): Inline[] {
  const pieces: Inline[] = [];
  let rest = text;
  while (rest !== "") {
    const found = depth < deepest ? spans.exec(rest) : null;
    const plain = found ? rest.slice(0, found.index) : rest;
    if (plain !== "") pieces.push({ kind: "text", text: plain });
    if (!found) break;
    pieces.push(spanOf(found, depth));
    rest = rest.slice(found.index + found[0].length);
  }
  return pieces;
}

function spanOf([whole, code, label, href, strong, strongToo, emphasis, emphasisToo, escaped]: RegExpExecArray, depth: number): Inline {
  if (code !== undefined) return { kind: "code", text: code };
  if (label !== undefined && href !== undefined)
    return safe.test(href) ? { kind: "link", href, children: parseInline(label, depth + 1) } : { kind: "text", text: whole };
  const bold = strong ?? strongToo;
  if (bold !== undefined) return { kind: "strong", children: parseInline(bold, depth + 1) };
  const slanted = emphasis ?? emphasisToo;
  if (slanted !== undefined) return { kind: "emphasis", children: parseInline(slanted, depth + 1) };
  return { kind: "text", text: escaped ?? whole };
}
