import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { listProjectApiKeys } from "@/lib/workflows/list-project-api-keys";

export const GET = route(endpoints.listProjectApiKeys, ({ actor, params }) => listProjectApiKeys(actor, params));
