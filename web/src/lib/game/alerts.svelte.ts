/** Alerts for a player who is looking elsewhere: a sound, and a browser notification if the player has allowed it. */

import { preferences } from "$lib/preferences.svelte";
import { play, type Sound } from "./sound";

export const canNotify = (): boolean => "Notification" in window && window.isSecureContext;

/** Asks for notifications; true if the browser will show them. Call it while handling a click. */
export async function allowNotifications(): Promise<boolean> {
  if (!canNotify()) return false;
  const permission = Notification.permission === "default" ? await Notification.requestPermission() : Notification.permission;
  return permission === "granted";
}

/** A sound and, for someone who is viewing another page, a notification that leads back here. */
export function alertPlayer(sound: Sound | null, title: string, body: string, tag: string): void {
  if (sound && preferences.sound !== false) play(sound);
  if (!preferences.notify || !canNotify() || Notification.permission !== "granted") return;
  if (!document.hidden && document.hasFocus()) return;
  try {
    const note = new Notification(title, { body, tag });
    note.onclick = () => {
      window.focus();
      note.close();
    };
  } catch {
    // some phones allow notifications from service workers only
  }
}
