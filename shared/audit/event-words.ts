/** Labels of events whose names in the data say too little to people. */
const eventWords: Readonly<Record<string, string>> = {
  'allocation.all': 'Everything allocated',
  'allocation.run_begun': 'Allocation run started',
  'allocation.set': 'Allocation changed',
  'dispatch.booked_too_late': 'Courier booked too late',
  'dispatch.booking_refused': 'Courier refused the booking',
  'dispatch.tracked': 'Tracking changed',
  'email.change_requested': 'Change of email requested',
  'loss.followed_up': 'Lost changes followed up',
  'order.details': 'Details changed',
  'order.exchanges': 'Exchange order created',
  'order.held': 'Order put on hold',
  'order.let_go': 'Hold lifted',
  'order.sizes_asked': 'Sizes requested',
  'pick.tote': 'Tote changed',
  'pin.removed': 'PIN removed',
  'pin.set': 'PIN set',
  'session.ended': 'Device signed out',
  'shelf_task.done': 'Put back on the shelf',
  'totp.removed': 'Second factor removed by an administrator',
  'totp.started': 'Set-up of a second factor started',
  'totp.turned_off': 'Second factor turned off',
  'totp.turned_on': 'Second factor turned on',
  'user.impersonated': 'Acted as somebody else',
};

const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** "order_line" as a label: "Order line". */
export const kindWords = (type: string): string => capitalised(type.replaceAll('_', ' '));

/** "pick.handed_over" as a label: "Pick handed over". */
export const eventName = (event: string): string => eventWords[event] ?? kindWords(event.replace('.', ' '));
