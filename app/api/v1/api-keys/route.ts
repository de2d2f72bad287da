import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { createApiKey } from "@/lib/workflows/create-api-key";
import { listApiKeys } from "@/lib/workflows/list-api-keys";

export const GET = route(endpoints.listApiKeys, ({ actor, query }) => listApiKeys(actor, query));
export const POST = route(endpoints.createApiKey, ({ actor, body }) => createApiKey(actor, body), { secretReply: true });
