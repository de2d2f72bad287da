const tags = /<(\/?)(?:seed:)?(?:think|thinking|thoughts?|reasoning|reflection|scratchpad)>|\[(\/?)THINK\]|◁(\/?)think▷/giu;

/** Where a server passes on the channels of a model's own format, its answer is in the last one, if that is the final one. */
const channel = /<\|channel\|>\s*(\w+)[^<]{0,100}<\|message\|>/giu;

function inFinalChannel(reply: string): string | null {
  const last = [...reply.matchAll(channel)].at(-1);
  if (last === undefined) return reply;
  const [whole, name = ""] = last;
  const said = reply.slice(last.index + whole.length).replace(/<\|(?:end|return|call)\|>.*$/su, "");
  return name.toLowerCase() === "final" ? said : null;
}

/**
 * The answer without the reasoning that some models put before it in <think> … </think>, sometimes without the opening tag. Null if the reasoning never
 * ends, since there is no answer then. Takes one pass, however many tags the reply contains.
 */
export function stripReasoning(whole: string): string | null {
  const reply = inFinalChannel(whole);
  if (reply === null) return null;
  let answer = "";
  let thinking = false;
  let from = 0;
  for (const match of reply.matchAll(tags)) {
    const closes = match.slice(1).includes("/");
    if (!thinking && !closes) answer += reply.slice(from, match.index);
    if (!thinking && closes) answer = "";
    thinking = !closes;
    from = match.index + match[0].length;
  }
  return thinking ? null : (answer + reply.slice(from)).trim();
}
