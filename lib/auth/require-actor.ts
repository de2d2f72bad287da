import "server-only";
import { AppError } from "@/lib/domain/errors";
import type { Actor } from "@/lib/domain/policy";
import { authenticate } from "./authenticate";

/** Who is asking, or null for a visitor who is not signed in. Pages pass `await headers()`. */
export async function findActor(source: Request | Headers): Promise<Actor | null> {
  return (await authenticate(source instanceof Request ? source.headers : source))?.actor ?? null;
}

/** Who is asking. Throws unauthenticated for visitors, ended sessions and bad keys. */
export async function requireActor(source: Request | Headers): Promise<Actor> {
  const actor = await findActor(source);
  if (actor === null) throw new AppError("unauthenticated", "Sign in first.");
  return actor;
}
