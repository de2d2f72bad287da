import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { deleteWebhook } from "@/lib/workflows/delete-webhook";
import { updateWebhook } from "@/lib/workflows/update-webhook";

export const PATCH = route(endpoints.updateWebhook, ({ actor, params, body }) => updateWebhook(actor, { ...params, ...body }));
export const DELETE = route(endpoints.deleteWebhook, ({ actor, params }) => deleteWebhook(actor, params));
