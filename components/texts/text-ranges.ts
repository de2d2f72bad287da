import { findQuote } from "@/lib/review/find-quote";

/** Elements that begin a new line of text. */
const blocks = "p, li, td, th, pre, h2, h3, h4, blockquote, [data-turn]";

/** Where a quotation occurs in the text that an element shows, across its inner elements. */
export function rangesIn(root: Element, quotes: readonly string[]): Range[][] {
  const { text, nodes } = readText(root);
  return quotes.map((quote) =>
    (findQuote(text, quote) ?? []).flatMap(({ start, end }) => {
      const [from, to] = [placeOf(nodes, start), placeOf(nodes, end - 1)];
      if (from === null || to === null) return [];
      const range = document.createRange();
      range.setStart(from.node, from.offset);
      range.setEnd(to.node, to.offset + 1);
      return [range];
    }),
  );
}

interface Piece {
  node: Text;
  start: number;
}

function readText(root: Element): { text: string; nodes: Piece[] } {
  const nodes: Piece[] = [];
  let text = "";
  let block: Element | null = null;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    // The source of a formula is kept beside it, unseen.
    if (!(node instanceof Text) || node.parentElement?.closest("annotation")) continue;
    const own = node.parentElement?.closest(blocks) ?? null;
    if (own !== block && text !== "") text += "\n";
    block = own;
    nodes.push({ node, start: text.length });
    text += node.data;
  }
  return { text, nodes };
}

function placeOf(nodes: readonly Piece[], at: number): { node: Text; offset: number } | null {
  const piece = nodes.findLast(({ start }) => start <= at);
  return piece === undefined ? null : { node: piece.node, offset: Math.min(at - piece.start, piece.node.length - 1) };
}
