import { endpoints } from "@/lib/domain/api";
import { route } from "@/lib/http/route";
import { undoImport } from "@/lib/workflows/undo-import";

export const POST = route(endpoints.undoImport, ({ actor, params }) => undoImport(actor, params));
