"""Attacks on our own server, on this machine only, during live games: how long do the other players' moves take?"""
