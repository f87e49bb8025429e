package dev.hookline.chaos.workload;

import dev.hookline.chaos.history.Intent;

/**
 * A delivery ready to be sent.
 *
 * @param number from 0, in the order of making
 * @param intent what it means
 * @param request what its hook sends
 * @param repeated what is sent the second time
 * @param plan when
 */
record Shipment(int number, Intent intent, Request request, Request repeated, Plan plan) {}
