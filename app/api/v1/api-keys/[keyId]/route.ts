import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { revokeApiKey } from "@/lib/workflows/revoke-api-key";

export const DELETE = route(endpoints.revokeApiKey, ({ actor, params }) => revokeApiKey(actor, params));
