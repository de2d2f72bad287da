import "server-only";
import { z } from "zod";
import { ChatFailure } from "./chat-failure";
import { type ModelEndpoint, sendRequest } from "./send-request";

const models = z.object({ data: z.array(z.object({ id: z.string() })) });

/** The names of the models that an endpoint lists; null if it has no readable list. */
export async function listModels(endpoint: ModelEndpoint, signal: AbortSignal): Promise<string[] | null> {
  try {
    const { body } = await sendRequest(endpoint, "get", "/models", { signal });
    return models.safeParse(JSON.parse(body)).data?.data.map(({ id }) => id) ?? null;
  } catch (error) {
    // Not every server has this list; some answer with a web page.
    if (error instanceof ChatFailure || error instanceof SyntaxError) return null;
    throw error;
  }
}
