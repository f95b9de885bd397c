/** A task: what the hotel system must do now. */
export type Task =
  | { do: 'acknowledge'; what: string }
  | { do: 'rooms left'; roomType: string; date: string; rooms: number }
  | { do: 'sell a room'; roomType: string; date: string }
  | { do: 'price'; roomType: string; ratePlan: string; date: string; double: string; currency: string }
  | { do: 'stop sell' | 'open'; roomType: string; ratePlan: string; date: string }
  | { do: 'arrival' | 'departure'; roomType: string; ratePlan: string; date: string; closed: boolean }
  | { do: 'minimum stay'; roomType: string; ratePlan: string; date: string; nights: number | null }
  | { do: 'check-in' | 'check-out' | 'no-show' | 'cannot-honour'; bookingId: string; voucherId: string };

/** Returns the text of a task, for the person at the hotel system. */
export function textOf(task: Task): string {
  switch (task.do) {
    case 'acknowledge':
      return `${task.what} Read the reservations, store them and acknowledge them.`;
    case 'rooms left':
      return `Set the rooms left of ${task.roomType} on ${task.date} to ${task.rooms}, and push.`;
    case 'sell a room':
      return `A partner has booked one room of ${task.roomType} on ${task.date}. Now the hotel sells one more room of this night itself. Push the rooms left.`;
    case 'price':
      return `Set the price of ${task.roomType} ${task.ratePlan} on ${task.date} for two adults to ${task.double} ${task.currency}, and push.`;
    case 'stop sell':
      return `Close ${task.roomType} ${task.ratePlan} on ${task.date} (stop sell, room type or rate plan), and push.`;
    case 'open':
      return `Open ${task.roomType} ${task.ratePlan} on ${task.date} again, and push.`;
    case 'minimum stay':
      return task.nights === null
        ? `Remove the minimum stay of ${task.roomType} ${task.ratePlan} on ${task.date}, and push.`
        : `Set a minimum stay of ${task.nights} nights for ${task.roomType} ${task.ratePlan} on ${task.date}, and push.`;
    case 'arrival':
    case 'departure':
      return task.closed
        ? `Close ${task.roomType} ${task.ratePlan} on ${task.date} to ${task.do} (not to sale), and push.`
        : `Open ${task.roomType} ${task.ratePlan} on ${task.date} to ${task.do} again, and push.`;
    case 'no-show':
      return `The guest of ${task.voucherId} should have arrived yesterday and did not come. Report the no-show.`;
    case 'check-in':
      return `The guest of ${task.voucherId} arrives. Report the check-in.`;
    case 'check-out':
      return `The guest of ${task.voucherId} leaves early. Report the check-out.`;
    case 'cannot-honour':
      return `The hotel has no room for the guest of ${task.voucherId}. Report that you cannot honour it.`;
  }
}
