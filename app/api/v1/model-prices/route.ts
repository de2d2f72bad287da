import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { listModelPrices } from "@/lib/workflows/list-model-prices";

export const GET = route(endpoints.listModelPrices, ({ actor }) => listModelPrices(actor));
