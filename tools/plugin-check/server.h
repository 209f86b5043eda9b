/* Runs a server on this machine, for calls that are sent over the network. */
#ifndef SERVER_H
#define SERVER_H

#include "world.h"

/* Starts a server that sends the first response of each scene (world.h) at /v1/items/NAME, in several pieces. Returns
 * the port; 0 if the machine allows no sockets. The server runs until the process ends. */
int server_begin(void);

#endif
