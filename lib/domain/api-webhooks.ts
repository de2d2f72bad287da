import { type Endpoint, nothing } from "./api-endpoint";
import { page, pageQuery, wholeList } from "./page";
import { createdWebhook, createWebhookBody, updateWebhookBody, webhook, webhookDelivery } from "./webhook";

/** The part of the HTTP interface that tells other programs what happens in a project. */
export const webhookEndpoints = {
  listWebhooks: {
    method: "GET",
    path: "/projects/{projectId}/webhooks",
    summary: "Webhooks of a project",
    ...wholeList(webhook, ({ id }) => id),
  },
  createWebhook: {
    method: "POST",
    path: "/projects/{projectId}/webhooks",
    summary: "Tell a program of events from now on; only this reply shows the secret that signs them",
    body: createWebhookBody,
    reply: createdWebhook,
  },
  updateWebhook: {
    method: "PATCH",
    path: "/webhooks/{webhookId}",
    summary: "Change a webhook, pause it (`active: false`) or go on with what happens from then",
    body: updateWebhookBody,
    reply: webhook,
  },
  deleteWebhook: {
    method: "DELETE",
    path: "/webhooks/{webhookId}",
    summary: "Delete a webhook with its log of deliveries",
    reply: nothing,
  },
  pingWebhook: { method: "POST", path: "/webhooks/{webhookId}/ping", summary: "Send the event `ping` as a test", reply: webhookDelivery },
  listWebhookDeliveries: {
    method: "GET",
    path: "/webhooks/{webhookId}/deliveries",
    summary: "Deliveries of the last 30 days with every attempt, newest first",
    query: pageQuery,
    reply: page(webhookDelivery),
  },
  resendWebhookDelivery: {
    method: "POST",
    path: "/webhooks/{webhookId}/deliveries/{deliveryId}/resend",
    summary: "Send a delivery once more, with the same id",
    reply: webhookDelivery,
  },
} as const satisfies Record<string, Endpoint>;
