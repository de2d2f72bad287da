import "server-only";
import { z } from "zod";
import { ChatFailure, type ModelEndpoint, request } from "./chat-once";
import { checkBaseUrl } from "./check-base-url";

const models = z.object({ data: z.array(z.object({ id: z.string() })) });

/** The names of the models that an endpoint lists; null where it lists none that can be read. */
export async function listModels(endpoint: ModelEndpoint, signal: AbortSignal): Promise<string[] | null> {
  await checkBaseUrl(endpoint.baseUrl);
  try {
    const { body } = await request(endpoint, "get", "/models", signal);
    return models.safeParse(JSON.parse(body)).data?.data.map(({ id }) => id) ?? null;
  } catch (error) {
    // Not every server has such a list, and a page instead of one is none.
    if (error instanceof ChatFailure || error instanceof SyntaxError) return null;
    throw error;
  }
}
