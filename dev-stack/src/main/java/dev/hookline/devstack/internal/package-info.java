/** What the parts share; not for other modules. */
package dev.hookline.devstack.internal;
