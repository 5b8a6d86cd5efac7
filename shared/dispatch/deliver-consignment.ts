import { z } from 'zod';
import { calendarDate } from '../calendar-date.ts';
import { messages } from '../messages.ts';
import { carrierNumber } from './box-input.ts';

/** The tracking number by which a system of the carrier names a parcel. */
export const consignmentParam = z.object({ trackingNumber: carrierNumber.min(1) });
/** The calendar date on which the parcel arrived; today if none is given. */
export const deliverConsignmentInput = z.object({ delivered_on: calendarDate(messages.day_invalid).optional() });
