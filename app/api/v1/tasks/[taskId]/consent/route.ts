import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { giveConsent } from "@/lib/workflows/give-consent";

export const POST = route(endpoints.giveConsent, ({ actor, params }) => giveConsent(actor, params));
