import "server-only";
import { auth } from "./auth";

/** A new API key of a user. The key itself is returned once and never stored. */
export async function createApiKeyFor(userId: string, name: string): Promise<string> {
  const created = await auth().api.createApiKey({ body: { userId, name } });
  return created.key;
}
