/** The games there are, and how their boards are drawn. */
import { api } from "./api";
import type { Catalogue, GameInfo } from "./types";

let asked: Promise<Catalogue> | null = null;

/** Asked once, and again only if the asking failed. */
export function catalogue(): Promise<Catalogue> {
  asked ??= api.catalogue().catch((error: unknown) => {
    asked = null;
    throw error;
  });
  return asked;
}

export const games = async (): Promise<GameInfo[]> => (await catalogue()).games;
