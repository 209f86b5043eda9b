/* A server on this machine, for calls that pass the network. */
#ifndef SERVER_H
#define SERVER_H

#include "world.h"

/* Starts a server that sends the first response of each scene (world.h) at /v1/items/NAME, in several pieces. Returns
 * its port; 0 if the machine allows no sockets. It runs until the process ends. */
int server_begin(void);

/* The server sends the responses of these scenes, instead of those of world.h. The scenes must stay valid. */
void server_serve(const scene *scenes, size_t count);

/* If this is not NULL, the server calls it after the first piece of each body. */
extern void (*_Atomic server_between)(void);

#endif
