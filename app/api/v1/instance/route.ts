import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { readInstance } from "@/lib/workflows/read-instance";

export const GET = route(endpoints.readInstance, ({ actor }) => readInstance(actor));
