const tags = /<(\/?)(?:seed:)?(?:think|thinking|thoughts?|reasoning|reflection|scratchpad)>|\[(\/?)THINK\]|◁(\/?)think▷/giu;

/**
 * The answer without the reasoning that some models put before it in <think> … </think>, sometimes without the opening tag. Null if the reasoning never
 * ends, since there is no answer then. Takes one pass, however many tags the reply contains.
 */
export function stripReasoning(reply: string): string | null {
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
