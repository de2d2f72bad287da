import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { createWebhook } from "@/lib/workflows/create-webhook";
import { listWebhooks } from "@/lib/workflows/list-webhooks";

export const GET = route(endpoints.listWebhooks, ({ actor, params }) => listWebhooks(actor, params));
export const POST = route(endpoints.createWebhook, ({ actor, params, body }) => createWebhook(actor, { ...params, ...body }), {
  secretReply: true,
});
