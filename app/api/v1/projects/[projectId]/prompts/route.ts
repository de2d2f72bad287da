import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { createPromptVersion } from "@/lib/workflows/create-prompt-version";
import { listPromptVersions } from "@/lib/workflows/list-prompt-versions";

export const GET = route(endpoints.listPromptVersions, ({ actor, params }) => listPromptVersions(actor, params));
export const POST = route(endpoints.createPromptVersion, ({ actor, params, body }) => createPromptVersion(actor, { ...params, ...body }));
