import "server-only";

const outOfCredits =
  /insufficient_quota|exceeded your current quota|(?:insufficient|out of|no|not enough|low) (?:\w+ )?(?:credits?|balance|funds)|requires more credits|credit balance is too low|billing_(?:hard_limit|not_active)|payment required/iu;

/** How OpenAI, vLLM, TGI, llama.cpp, Ollama, LM Studio, Anthropic, Gemini, Mistral and Cohere say that a question does not fit. */
const tooLong =
  /context[ _](?:size|length|window|limit|overflow)|exceed_context_size|prompt (?:is )?too long|input (?:length|tokens?)[^.]{0,60}(?:exceed|must be|too long)|`?max_new_tokens`? must be <=|`?inputs`? must have less than|token count[^.]{0,40}exceeds|too many (?:input )?tokens|too large for model|prompt contains \d+ tokens|longer than the maximum model length|greater than the (?:model's )?context/iu;

const busy = /rate.?limit|too many requests|overloaded|at capacity|no slots? available|server is busy|loading model/iu;

/** What an endpoint means by the words of a refusal; null: nothing that is known. The status, or the code in a body sent with status 200, decides first. */
export function meaningOf(said: string, status: number | null): "out-of-credits" | "too-long" | "busy" | null {
  if (status === 402 || ((status === null || status < 500) && outOfCredits.test(said))) return "out-of-credits";
  // Some servers answer 500 for it.
  if (tooLong.test(said)) return "too-long";
  return status === 429 || status === 503 || status === 529 || busy.test(said) ? "busy" : null;
}
