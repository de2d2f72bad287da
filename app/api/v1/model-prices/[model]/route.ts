import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { removeModelPrice } from "@/lib/workflows/remove-model-price";
import { saveModelPrice } from "@/lib/workflows/save-model-price";

export const PUT = route(endpoints.saveModelPrice, ({ actor, params, body }) => saveModelPrice(actor, { ...params, ...body }));
export const DELETE = route(endpoints.removeModelPrice, ({ actor, params }) => removeModelPrice(actor, params));
